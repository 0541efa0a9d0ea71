import { createContext, type RouterContextProvider } from "react-router";
import { changeDraft, type Draft, findDraft, type SaveDraft } from "#domain/draft/draft.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The draft, cached for one request, because both its action and its loader read it. */
const requestDraftContext = createContext<{ formName: string; draft: Draft | null } | null>(null);

/** The visitor's draft of a form, read and decrypted once per request. */
export async function findRequestDraft(
  context: Context,
  form: FormDeclaration,
): Promise<Draft | null> {
  const seen = context.get(requestDraftContext);
  if (seen?.formName === form.name) return seen.draft;
  const draft = await findDraft(readVisitor({ context }).visitorHash, form);
  context.set(requestDraftContext, { formName: form.name, draft });
  return draft;
}

/** `changeDraft` for the visitor; the rest of the request sees the changed draft. */
export async function changeRequestDraft<Result>(
  context: Context,
  form: FormDeclaration,
  change: (draft: Draft | null, save: SaveDraft) => Promise<Result>,
): Promise<Result> {
  const see = (draft: Draft | null) =>
    context.set(requestDraftContext, { formName: form.name, draft });
  return changeDraft(readVisitor({ context }).visitorHash, form, (draft, save) => {
    see(draft);
    return change(draft, async (progress) => {
      const saved = await save(progress);
      see(saved);
      return saved;
    });
  });
}
