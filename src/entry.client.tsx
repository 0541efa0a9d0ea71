import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { defineCustomClientStrategy } from "#messages/runtime.js";
import { localeOfPath } from "./ui/locale-href.ts";

// A change of language loads a new address, so there is nothing to set.
defineCustomClientStrategy("custom-address", {
  getLocale: () => localeOfPath(window.location.pathname),
  setLocale: () => {},
});

// Data that is no longer needed is not read to its end, and the router does not handle that
// rejection.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError")
    event.preventDefault();
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
