import { hashPassword } from "./password.server.ts";

const hashes = new Map<string, Promise<string>>();

/** A password's hash as it is stored; cached, because hashing is slow by design. */
export function findHash(password: string): Promise<string> {
  const made = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, made);
  return made;
}
