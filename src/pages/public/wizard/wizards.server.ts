import { data } from "react-router";
import type { Wizard } from "#pages/public/form-journey/wizard.ts";
import {
  type PreApprovalExtras,
  type QualifiedPanelData,
  preApprovalWizard,
} from "#pages/public/pre-approval/pre-approval-wizard.server.ts";
import {
  type SellCarExtras,
  type TermsPanelData,
  sellCarWizard,
} from "#pages/public/sell-car/sell-car-wizard.server.ts";
import { pathWithoutLocale } from "#ui/locale-href.ts";

/** Each names its form, for the page's parts to tell them apart. */
export type WizardExtras = PreApprovalExtras | SellCarExtras;
export type WizardPanel = QualifiedPanelData | TermsPanelData;

/** Every form with one page per step. Its addresses are in routes.ts. */
const wizards: readonly Wizard<WizardExtras, WizardPanel>[] = [preApprovalWizard, sellCarWizard];

/** The wizard of an address. */
export function requireWizard({ url }: Request): Wizard<WizardExtras, WizardPanel> {
  // The router's own scripts ask for "/sell-car.data". It matches in any case: SPEC.md §4 has "/sell-Car".
  const pathname = new URL(url).pathname.replace(/\.data$/, "");
  const path = `${pathWithoutLocale(pathname)}/`.toLowerCase();
  const wizard = wizards.find(({ handler }) =>
    path.startsWith(`${handler.form.basePath}/`.toLowerCase()),
  );
  if (!wizard) throw data(null, { status: 404 });
  return wizard;
}
