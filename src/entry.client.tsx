import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { defineCustomClientStrategy } from "#messages/runtime.js";
import { localeOfPath } from "./ui/locale-href.ts";

// A change of language is a new address, so there is nothing to set.
defineCustomClientStrategy("custom-address", {
  getLocale: () => localeOfPath(window.location.pathname),
  setLocale: () => {},
});

// The page is complete and works as it is; it is painted before it is made smoother.
requestAnimationFrame(() => setTimeout(hydrate));

function hydrate(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}
