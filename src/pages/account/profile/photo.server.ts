import { buttonForm } from "#domain/identity/account.form.ts";
import { removePhoto, storePhoto } from "#domain/identity/photo.server.ts";
import { limitPhoto } from "#domain/identity/rate-limits.server.ts";
import { m } from "#messages/messages.js";
import { refuseTooManyTries } from "#pages/form/refusals.ts";
import { defineCommands, type Press, runCommand } from "#pages/command/commands.server.ts";
import { handleForm, type Outcome } from "#pages/form/handle-form.server.ts";
import { type Member, type PageArgs, requireMember } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

/** A command for a form with one button, with a rate limit. */
function photoCommand(
  form: string,
  change: (post: Press["post"], userId: string) => Promise<Outcome>,
) {
  return {
    run: ({ post }: Press, { user }: Member) =>
      handleForm(buttonForm(form), post, async () => {
        const limit = await limitPhoto(user.id);
        return limit.ok ? change(post, user.id) : refuseTooManyTries(limit.retryAfterSeconds);
      }),
  };
}

const commands = defineCommands<Member>()({
  photo: photoCommand("photo", async ({ files }, userId) => {
    const [file] = files.get("photo") ?? [];
    if (!file || file.size === 0)
      return { ok: false, status: 422, message: m.account_photo_missing() };
    const stored = await storePhoto(userId, new Uint8Array(await file.arrayBuffer()));
    if (stored.ok) return { ok: true, redirectTo: `${hrefIn(paths.account())}?notice=photo_saved` };
    const isLarge = stored.code === "photo_too_large";
    const message = isLarge ? m.account_photo_large() : m.account_photo_not_a_photo();
    return { ok: false, status: 422, message };
  }),
  "remove-photo": photoCommand("remove-photo", async (_post, userId) => {
    await removePhoto(userId);
    return { ok: true, redirectTo: `${hrefIn(paths.account())}?notice=photo_removed` };
  }),
});

export async function handlePhoto(args: PageArgs) {
  return runCommand(args, commands, requireMember(args), { otherwise: "photo" });
}
