/** Writes src/messages from messages/{locale}/*.json, for whatever runs without the Vite plugin. */
import { compile } from "@inlang/paraglide-js";
import { compileOptions } from "./compile-options.mjs";

await compile(compileOptions);
// The compiler leaves timers of 30 s behind that would keep this process waiting.
process.exit();
