import { expect, test } from "vitest";
import { describeReady } from "./ready-address.ts";

test.each([
  ["on this machine", { HOST: "127.0.0.1" }, "ready http://localhost:3000"],
  ["at every address", { HOST: "0.0.0.0" }, "ready http://localhost:3000"],
  ["at one address", { HOST: "10.0.0.5" }, "ready http://10.0.0.5:3000"],
  ["at one address of IPv6", { HOST: "fd00::5" }, "ready http://[fd00::5]:3000"],
  [
    "under its public address, the only one that answers",
    { HOST: "127.0.0.1", SITE_URL: "https://cars.example.ca/" },
    "ready https://cars.example.ca",
  ],
])("%s", (_, given, line) => {
  expect(describeReady({ SITE_URL: undefined, ...given }, 3000)[0]).toBe(line);
});
