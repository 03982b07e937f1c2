# syntax=docker/dockerfile:1
# The command line in a small image: docker run --rm -v "$PWD:/work" fourbar check robot.urdf

FROM node:22-bookworm-slim AS viewer
WORKDIR /source/web
COPY web/ ./
COPY src/ ../src/
RUN npm ci --no-audit --no-fund && npm run build

FROM python:3.12-bookworm AS wheel
WORKDIR /source
COPY . .
COPY --from=viewer /source/src/fourbar/viewer/static/ src/fourbar/viewer/static/
RUN PIP_CONSTRAINT=constraints.txt pip wheel --no-cache-dir --wheel-dir /wheels .

FROM python:3.12-slim-bookworm
COPY --from=wheel /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels fourbar \
    && rm -rf /wheels \
    && useradd --create-home --uid 1000 robot
USER 1000
WORKDIR /work
ENTRYPOINT ["fourbar"]
CMD ["--help"]
