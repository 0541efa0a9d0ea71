// Removes all of drizzle-kit's snapshots of the schema except the newest, the only one that it
// compares with: npm run migration --prefix tools runs it after each migration
// (docs/decisions/0056).
import { readdir, rm } from "node:fs/promises";

const META = new URL("../drizzle/meta/", import.meta.url);

const snapshots = (await readdir(META)).filter((name) => name.endsWith("_snapshot.json")).sort();
for (const name of snapshots.slice(0, -1)) await rm(new URL(name, META));
