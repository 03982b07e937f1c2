/** Who does not have the address sees nothing. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { view } from "./fourbar.js";
import { openPage } from "./watched-page.js";

/** Status and body of a request, its path sent as it is. */
function ask(base: string, path: string, headers = {}): Promise<{ status: number; body: string }> {
  const { port } = new URL(base);
  return new Promise((done, fail) => {
    const sent = request({ host: "127.0.0.1", port, path, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (part) => {
        body += part;
      });
      response.on("end", () => done({ status: response.statusCode ?? 0, body }));
    });
    sent.on("error", fail);
    sent.end();
  });
}

describe("a server", () => {
  let server = { url: "", stop: async () => {} };
  beforeAll(async () => {
    server = await view("gallery:four_bar");
  });
  afterAll(() => server.stop());
  const token = () => new URL(server.url).pathname;

  test("answers its token", async () => {
    expect((await ask(server.url, token())).status).toBe(200);
    expect((await ask(server.url, token())).body).toContain("<title>fourbar</title>");
  });

  test.each([
    () => "/",
    () => "/live",
    () => `/${"A".repeat(32)}/`,
    () => `/${"A".repeat(32)}/assets/index.js`,
    () => token().slice(0, -2),
    () => `${token()}assets/../../../__init__.py`,
    () => `${token()}assets/%2e%2e/%2e%2e/page.py`,
    () => `${token()}robots/r1/1/../../../../etc/passwd`,
    () => `${token()}robots/r9/1/robot.glb`,
    () => `${token()}etc/passwd`,
  ])("serves nothing at a wrong address (%#)", async (path) => {
    const { status, body } = await ask(server.url, path());
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toBe("");
  });

  test("refuses another host name", async () => {
    expect(
      (await ask(server.url, token(), { host: "evil.example" })).status,
    ).toBeGreaterThanOrEqual(400);
  });

  test("a page with the wrong token stays empty", async () => {
    const wrong = server.url.replace(token(), `/${"A".repeat(32)}/`);
    await expect(openPage(wrong)).rejects.toThrow("ERR_HTTP_RESPONSE_CODE_FAILURE");
  });
});
