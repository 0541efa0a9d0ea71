import { expect, test } from "vitest";
import { accentFiles } from "./files.api.ts";

test.each([
  ["/colours/1b5fc1.css", 200, "text/css; charset=utf-8", "--red-600: #1b5fc1"],
  ["/colours/1b5fc1.svg", 200, "image/svg+xml", 'stroke="#1b5fc1"'],
  ["/colours/ffcc00.css", 404, null, ""],
  ["/colours/1B5FC1.css", 404, null, ""],
  ["/colours/1b5fc1.js", 404, null, ""],
  ["/colours/red.css", 404, null, ""],
])("%s: %i", async (address, status, type, part) => {
  const response = await accentFiles.request(address);
  expect(response.status).toBe(status);
  if (status !== 200) return;
  expect(response.headers.get("content-type")).toBe(type);
  expect(await response.text()).toContain(part);
});
