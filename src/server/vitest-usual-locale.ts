import { afterAll } from "vitest";
import { getLocale, overwriteGetLocale } from "#messages/runtime.js";

// Workers keep their modules: what a file has texts said in would be every later file's language.
const usual = getLocale;
afterAll(() => overwriteGetLocale(usual));
