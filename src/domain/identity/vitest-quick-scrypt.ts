import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

// Hashing a password is slow on purpose: scrypt with 16 MB takes a processor 60 ms, and the account
// tests make and check some four hundred. Here it runs at the lowest cost. password.test.ts tests
// the real cost.
const { scrypt } = crypto;
crypto.scrypt = ((password, salt, length, _cost, done) =>
  scrypt(password, salt, length, { N: 2, r: 1, p: 1 }, done)) as typeof scrypt;
syncBuiltinESMExports();
