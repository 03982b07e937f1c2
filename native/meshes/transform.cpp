#include "transform.hpp"

#include <cmath>
#include <utility>

namespace fourbar::meshes {
namespace {

struct Matrix {
    double m[3][3];
};

// det(A) times the inverse transpose of A, which exists for flat scales too.
Matrix cofactors(const Matrix& a) {
    Matrix c;
    for (int i = 0; i < 3; ++i) {
        const double* const p = a.m[(i + 1) % 3];
        const double* const q = a.m[(i + 2) % 3];
        for (int j = 0; j < 3; ++j) {
            const int k = (j + 1) % 3, l = (j + 2) % 3;
            c.m[i][j] = p[k] * q[l] - p[l] * q[k];
        }
    }
    return c;
}

bool keeps_lengths(const Matrix& a) {
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            double sum = i == j ? -1.0 : 0.0;
            for (int k = 0; k < 3; ++k) sum += a.m[i][k] * a.m[j][k];
            if (!(std::fabs(sum) < 1e-9)) return false;
        }
    }
    return true;
}

template <typename T>
double square_of(const T* v) {
    return double{v[0]} * v[0] + double{v[1]} * v[1] + double{v[2]} * v[2];
}

bool is_one(double square) { return std::fabs(square - 1.0) < 2e-5; }

// A unit vector, to single precision; +z where there is no direction.
bool unit(const double* v, float* out) {
    const double square = square_of(v);
    const bool good = square > 0.0 && std::isfinite(square);
    const double scale = is_one(square) ? 1.0 : 1.0 / std::sqrt(square);
    for (int k = 0; k < 3; ++k) {
        out[k] = good ? static_cast<float>(v[k] * scale) : (k == 2 ? 1.0f : 0.0f);
    }
    return good;
}

void turn_normals(std::vector<float>& normals, Matrix by) {
    double square = 0.0;
    for (const auto& row : by.m) {
        for (const double value : row) square += value * value;
    }
    const double scale = std::sqrt(square / 3.0);
    if (scale > 0.0 && std::isfinite(scale)) {
        for (auto& row : by.m) {
            for (double& value : row) value /= scale;
        }
    }
    const bool rigid = keeps_lengths(by);
    for (std::size_t i = 0; i < normals.size(); i += 3) {
        double turned[3];
        for (int k = 0; k < 3; ++k) {
            turned[k] = by.m[k][0] * normals[i] + by.m[k][1] * normals[i + 1] +
                        by.m[k][2] * normals[i + 2];
        }
        if (!rigid) {
            unit(turned, &normals[i]);
            continue;
        }
        for (std::size_t k = 0; k < 3; ++k) normals[i + k] = static_cast<float>(turned[k]);
    }
}

}  // namespace

Triangles transform(const Triangles& from, const double* T) {
    Matrix linear;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) linear.m[i][j] = T[4 * i + j];
    }
    Matrix normal_matrix = cofactors(linear);
    double determinant = 0.0;
    for (int j = 0; j < 3; ++j) determinant += linear.m[0][j] * normal_matrix.m[0][j];
    const bool mirrored = determinant < 0.0;

    Triangles moved = from;
    for (std::size_t i = 0; i < moved.positions.size(); i += 3) {
        float* const p = &moved.positions[i];
        const double x = p[0], y = p[1], z = p[2];
        for (int k = 0; k < 3; ++k) {
            const double* const row = linear.m[k];
            p[k] = static_cast<float>(row[0] * x + row[1] * y + row[2] * z + T[4 * k + 3]);
        }
    }
    if (mirrored) {
        for (auto& row : normal_matrix.m) {
            for (double& value : row) value = -value;
        }
        for (std::size_t t = 0; t < moved.corners.size(); t += 3) {
            std::swap(moved.corners[t], moved.corners[t + 2]);
        }
    }
    turn_normals(moved.normals, normal_matrix);
    return moved;
}

std::size_t make_unit(std::vector<float>& vectors) {
    std::size_t bad = 0;
    for (std::size_t i = 0; i < vectors.size(); i += 3) {
        const double v[3] = {vectors[i], vectors[i + 1], vectors[i + 2]};
        if (!unit(v, &vectors[i])) ++bad;
    }
    return bad;
}

bool are_unit(const std::vector<float>& vectors) {
    for (std::size_t i = 0; i < vectors.size(); i += 3) {
        if (!is_one(square_of(&vectors[i]))) return false;
    }
    return true;
}

}  // namespace fourbar::meshes
