import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { Button } from "#ui/button.tsx";

type Draft = { name: string; label: string; before: string; after: string; who: string };
type Props = {
  drafts: readonly Draft[];
  presses: Record<"preview" | "publish" | "discard", PressName | null>;
  problem: string | undefined;
};

/** What is set, but not on the site yet: looked at, then published or discarded together. */
export function SettingDrafts({ drafts, presses, problem }: Props) {
  if (drafts.length === 0) return null;
  return (
    <section id="drafts" className="card grid gap-3 p-6" aria-labelledby="drafts-title">
      <h2 id="drafts-title" className="text-h3">
        {m.setting_drafts()}
      </h2>
      <p className="muted">{m.setting_drafts_text()}</p>
      {problem && (
        <p className="notice notice--bad" role="alert">
          {problem}
        </p>
      )}
      <ul className="divide-y divide-border">
        {drafts.map(({ name, label, before, after, who }) => (
          <li key={name} className="grid gap-1 py-3">
            <b>{label}</b>
            <span className="wrap-anywhere">{m.setting_history_line({ before, after })}</span>
            <span className="small muted">{who}</span>
          </li>
        ))}
      </ul>
      {/* Whole pages load: their scripts have the facts with which they were made. */}
      <div className="flex flex-wrap gap-3">
        <CommandForm press={presses.preview} reloadDocument>
          <Button type="submit" variant="dark">
            {m.setting_draft_preview()}
          </Button>
        </CommandForm>
        <CommandForm press={presses.publish} reloadDocument>
          <Button type="submit" variant="soft">
            {m.setting_draft_publish()}
          </Button>
        </CommandForm>
        <CommandForm press={presses.discard} reloadDocument>
          <Button type="submit" variant="soft">
            {m.setting_draft_discard()}
          </Button>
        </CommandForm>
      </div>
    </section>
  );
}
