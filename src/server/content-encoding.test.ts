import { expect, test } from "vitest";
import { listEncodings } from "./content-encoding.ts";

test.each<[string | undefined, string[]]>([
  // Chrome and Firefox; Safari.
  ["gzip, deflate, br, zstd", ["br", "zstd", "gzip"]],
  ["gzip, deflate, br", ["br", "gzip"]],
  ["gzip;q=1.0, br;q=0.5", ["gzip", "br"]],
  ["br;q=0, gzip", ["gzip"]],
  ["*", ["br", "zstd", "gzip"]],
  ["*;q=0, gzip", ["gzip"]],
  ["GZIP", ["gzip"]],
  ["identity", []],
  ["", []],
  [undefined, []],
  [";;q=x,,", []],
])("%s allows %j", (header, encodings) => {
  expect(listEncodings(header)).toEqual(encodings);
  // The second call uses the cache.
  expect(listEncodings(header)).toEqual(encodings);
});
