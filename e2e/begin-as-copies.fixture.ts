import { inject } from "vitest";
import { beginAsCopies } from "./site.fixture.ts";
import type {} from "./vitest-global-setup.ts";

// Run before each file of journeys: what starts sites outside of them has no site to copy.
beginAsCopies(inject("filledSite"));
