import type { BrowserContext } from "playwright-core";

/** Calls `report` for everything that the content security policy blocks in these windows. */
export async function watchPolicy(
  context: BrowserContext,
  report: (violation: string) => void,
): Promise<void> {
  await context.exposeBinding("reportViolation", (_source, violation: string) => report(violation));
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event;
      const { reportViolation } = window as unknown as { reportViolation(text: string): void };
      reportViolation(
        [location.pathname, effectiveDirective, blockedURI, sample, sourceFile, lineNumber].join(
          " ",
        ),
      );
    });
  });
}
