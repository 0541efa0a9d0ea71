import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

// A password's hash is slow on purpose: scrypt with 16 MB takes a processor 60 ms, and the tests of
// accounts make and check some four hundred. Here it is made the same way at the lowest cost.
// password.test.ts holds the cost that is asked for.
const { scrypt } = crypto;
crypto.scrypt = ((password, salt, length, _cost, done) =>
  scrypt(password, salt, length, { N: 2, r: 1, p: 1 }, done)) as typeof scrypt;
syncBuiltinESMExports();
