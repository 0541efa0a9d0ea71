import { inject } from "vitest";
import { beginAsCopies } from "./site.fixture.ts";
import type {} from "./vitest-global-setup.ts";

// Run before each end-to-end test file. Programs that start sites without Vitest have no site to
// copy.
beginAsCopies(inject("filledSite"));
