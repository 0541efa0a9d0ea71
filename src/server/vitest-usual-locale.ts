import { afterAll } from "vitest";
import { getLocale, overwriteGetLocale } from "#messages/runtime.js";

// Test workers keep their modules: a locale that one file sets would be that of every later file.
const usual = getLocale;
afterAll(() => overwriteGetLocale(usual));
