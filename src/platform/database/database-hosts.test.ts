import { expect, test } from "vitest";
import { splitHosts } from "./database-hosts.ts";

test.each([
  ["postgres://u:p@db:5432/cars", ["postgres://u:p@db:5432/cars"]],
  ["postgresql:///cars?host=/run", ["postgresql:///cars?host=/run"]],
  [
    "postgres://u:p%40q@a:1,b:2/cars?sslmode=verify-full&target_session_attrs=read-write",
    [
      "postgres://u:p%40q@a:1/cars?sslmode=verify-full",
      "postgres://u:p%40q@b:2/cars?sslmode=verify-full",
    ],
  ],
  ["postgres://a,b/cars?target_session_attrs=any", ["postgres://a/cars", "postgres://b/cars"]],
  ["postgres://[::1]:5,[::2]:6/cars", ["postgres://[::1]:5/cars", "postgres://[::2]:6/cars"]],
])("%s", (url, hosts) => expect(splitHosts(url)).toEqual(hosts));
