/** How much of what is around a point of the picture is hidden by what is near it, from depths alone. */

export const vertexShader = `
  varying vec2 at;
  void main() { at = 0.5 * position.xy + 0.5; gl_Position = vec4(position.xy, 0.0, 1.0); }`;

// The place of a point of the picture, seen from the camera: of the middle of a texel, where the depth is.
const places = `
  uniform sampler2D depths; uniform mat4 projection; uniform mat4 unprojection;
  uniform vec2 texel; uniform vec2 grain; uniform float radius;
  varying vec2 at;
  vec3 placeOf(vec2 point) {
    vec2 uv = (floor(point / texel) + 0.5) * texel;
    vec4 place = unprojection * vec4(2.0 * vec3(uv, texture2D(depths, uv).r) - 1.0, 1.0);
    return place.xyz / place.w;
  }
  // Each texel of the occlusion is that of one of four depths, not of the corner between them.
  vec2 depthOf(vec2 cell) { return (2.0 * cell + 0.5) * texel; }`;

// Ground truth ambient occlusion (Jimenez et al. 2016): in slices through the line of sight, the angles
// of the two horizons, and the integral of the cosine between them. Normals come from the depths, each
// derivative from the side without an edge.
export const occlusionShader = `${places}
  const int slices = 3;
  const int steps = 5;
  const float pi = 3.14159265;
  vec3 slope(vec2 from, vec2 by) {
    vec3 here = placeOf(from);
    vec3 back = here - placeOf(from - by);
    vec3 on = placeOf(from + by) - here;
    return abs(back.z) < abs(on.z) ? back : on;
  }
  float arc(float horizon, float normal) {
    return 0.25 * (cos(normal) + 2.0 * horizon * sin(normal) - cos(2.0 * horizon - normal));
  }
  void main() {
    vec2 from = depthOf(floor(gl_FragCoord.xy));
    if (texture2D(depths, from).r >= 1.0) { gl_FragColor = vec4(1.0); return; }
    vec3 here = placeOf(from);
    vec3 facing = normalize(cross(slope(from, vec2(texel.x, 0.0)), slope(from, vec2(0.0, texel.y))));
    bool perspective = projection[2][3] < 0.0;
    vec3 sight = perspective ? normalize(-here) : vec3(0.0, 0.0, 1.0);
    vec2 reach = 0.5 * radius * vec2(projection[0][0], projection[1][1]) / (perspective ? -here.z : 1.0);
    reach *= min(1.0, 0.2 / max(reach.x, reach.y));
    vec2 pixel = gl_FragCoord.xy;
    float turn = fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
    float begin = fract(turn * 7.0 + 0.37 * mod(pixel.x + 2.0 * pixel.y, 4.0));
    float open = 0.0;
    for (int slice = 0; slice < slices; slice++) {
      float angle = (float(slice) + turn) * pi / float(slices);
      vec3 along = vec3(cos(angle), sin(angle), 0.0);
      vec3 across = normalize(cross(along, sight));
      vec3 flat3 = facing - across * dot(facing, across);
      float weight = length(flat3);
      if (weight < 1e-4) continue;
      float normal = sign(dot(along - sight * dot(along, sight), flat3))
        * acos(clamp(dot(flat3, sight) / weight, -1.0, 1.0));
      for (int side = 0; side < 2; side++) {
        float way = side == 0 ? -1.0 : 1.0;
        float least = cos(normal + way * 0.5 * pi);
        float horizon = least;
        for (int n = 0; n < steps; n++) {
          float share = (float(n) + begin) / float(steps);
          vec2 uv = from + way * (share * share * along.xy * reach + 1.5 * along.xy * texel);
          vec3 to = placeOf(uv) - here;
          float far = length(to);
          float fade = clamp(1.0 - far * far / (radius * radius), 0.0, 1.0);
          horizon = max(horizon, mix(least, dot(to / far, sight) - 0.03, fade));
        }
        float raised = normal + clamp(way * acos(clamp(horizon, -1.0, 1.0)) - normal, -0.5 * pi, 0.5 * pi);
        open += weight * arc(raised, normal);
      }
    }
    gl_FragColor = vec4(vec3(clamp(open / float(slices), 0.0, 1.0)), 1.0);
  }`;

// The mean of the neighbours that are as far away as this point.
const mean = (from: number, to: number) => `${places}
  uniform sampler2D occlusion; uniform float strength;
  float meanOpen(vec2 from) {
    float here = placeOf(from).z;
    float sum = 0.0; float total = 1e-5;
    for (int i = ${from}; i <= ${to}; i++) for (int j = ${from}; j <= ${to}; j++) {
      vec2 cell = floor(at / grain) + vec2(float(i), float(j));
      float off = abs(placeOf(depthOf(cell)).z - here) / radius;
      float weight = max(1e-4, 1.0 - 12.0 * off);
      sum += weight * texture2D(occlusion, (cell + 0.5) * grain).r;
      total += weight;
    }
    return sum / total;
  }`;

export const smoothShader = `${mean(-2, 2)}
  void main() { gl_FragColor = vec4(vec3(meanOpen(depthOf(floor(gl_FragCoord.xy)))), 1.0); }`;

export const shadeShader = `${mean(-1, 1)}
  void main() {
    if (texture2D(depths, at).r >= 1.0) discard;
    gl_FragColor = vec4(vec3(mix(1.0, meanOpen(at), strength)), 1.0);
  }`;
