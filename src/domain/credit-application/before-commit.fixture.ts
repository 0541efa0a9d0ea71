import { creditApplicationHandler } from "./credit-application-handler.server.ts";

/**
 * The credit application's handler, which calls `happens` after the form is stored and before the
 * commit.
 */
export function beforeCommit(happens: () => Promise<void>): typeof creditApplicationHandler {
  return {
    ...creditApplicationHandler,
    async handle(...input) {
      const handled = await creditApplicationHandler.handle(...input);
      if (!handled.ok) return handled;
      const { whenStored } = handled;
      return {
        ...handled,
        async whenStored(transaction, lead) {
          await happens();
          await whenStored?.(transaction, lead);
        },
      };
    },
  };
}
