import type { Page } from "playwright-core";
import { hydrated, loadWords } from "./browser.fixture.ts";

const en = loadWords("en");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Adds a passkey on a member's page, in English; types the current password first. */
export async function addPasskey(page: Page, name: string, password: string): Promise<void> {
  await page.goto("/account/second-factor");
  await page
    .getByRole("region", { name: en("account_passkeys") })
    .getByLabel(en("account_current_password_label"))
    .fill(password);
  await button(page, en("account_passkey_add")).click();
  await page.getByLabel(en("account_passkey_name_label")).fill(name);
  await hydrated(page);
  await button(page, en("account_passkey_create")).click();
  await page.getByRole("status").filter({ hasText: /added/ }).waitFor();
}

/** Uses the passkey on a page that asks for it, for reauthentication or as the second step. */
export async function usePasskey(page: Page): Promise<void> {
  await hydrated(page);
  await button(page, en("account_passkey_use")).click();
}
