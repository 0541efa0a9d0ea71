import { redirect } from "react-router";
import { expect, test } from "vitest";
import { delayLeaving } from "#ui/before-leaving.ts";
import { clientAction } from "./wizard.page.tsx";

test("a step is sent once what was being saved of it has arrived", async () => {
  const saving = Promise.withResolvers<void>();
  const order: string[] = [];
  delayLeaving(saving.promise.then(() => void order.push("saved")));
  const sent = clientAction({
    async serverAction() {
      order.push("sent");
      throw redirect("/next");
    },
  });
  saving.resolve();
  await expect(sent).rejects.toBeInstanceOf(Response);
  expect(order).toEqual(["saved", "sent"]);
});
