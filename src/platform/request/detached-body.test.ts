import { expect, it } from "vitest";
import { bodyOf, reattachBody, detachBody } from "./detached-body.server.ts";

it("brings the body back to its answer, with the headers that it was given meanwhile", async () => {
  const body = new Uint8Array(Buffer.from("<p>à vous</p>"));
  const detached = detachBody(body, { status: 422, headers: { "content-type": "text/html" } });
  expect(detached.body).toBeNull();
  detached.headers.append("set-cookie", "a=1");
  detached.headers.append("set-cookie", "b=2");
  const whole = reattachBody(detached);
  expect(whole.status).toBe(422);
  expect(whole.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(whole.headers.get("content-type")).toBe("text/html");
  expect(bodyOf(whole)).toBe(body);
  expect(await whole.text()).toBe("<p>à vous</p>");
});

it("leaves any other answer as it is", () => {
  const other = new Response(null, { status: 302, headers: { location: "/" } });
  expect(reattachBody(other)).toBe(other);
  expect(bodyOf(other)).toBeUndefined();
});
