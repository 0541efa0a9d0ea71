import type { FormDeclaration } from "#forms/define-form.ts";
import { findGate } from "#forms/gates.ts";
import { stepPath } from "#forms/steps.ts";
import { resultOf, type browser } from "#pages/public/form-journey/journey.fixture.ts";
import { handleWizard } from "./handle-wizard.server.ts";
import { openWizard } from "./open-wizard.server.ts";
import { requireWizard } from "./wizards.server.ts";

type Browser = ReturnType<typeof browser>;
type Fields = Readonly<Record<string, string>>;

/** The loader and the action of a form's pages, called as the router would. */
export function visitWizard(form: FormDeclaration) {
  const buildPath = (slug: string) =>
    findGate(form, slug) ? `${form.basePath}/${slug}` : stepPath(form, slug);
  const makeArgs = (visitor: Browser, slug: string, request: Request) => ({
    request,
    params: buildPath(slug) === form.basePath ? {} : { step: slug },
    context: visitor.anotherRequest(),
  });
  return {
    /** Any address under the form's path, also one without a link. */
    openAddress: (visitor: Browser, step: string) => {
      const request = visitor.get(`${form.basePath}/${step}`);
      const args = { request, params: { step }, context: visitor.anotherRequest() };
      return resultOf(() => openWizard(requireWizard(request), args));
    },
    open: (visitor: Browser, slug: string, query = "") => {
      const args = makeArgs(visitor, slug, visitor.get(buildPath(slug) + query));
      return resultOf(() => openWizard(requireWizard(args.request), args));
    },
    post: (
      visitor: Browser,
      slug: string,
      fields: Fields,
      { query = "", headers = {} }: { query?: string; headers?: Fields } = {},
    ) => {
      const args = makeArgs(visitor, slug, visitor.post(buildPath(slug) + query, fields, headers));
      return resultOf(() => handleWizard(requireWizard(args.request), args));
    },
    /** A page without JavaScript: one request handles the post and renders the response's page. */
    postAndOpen: async (visitor: Browser, slug: string, fields: Fields) => {
      const args = makeArgs(visitor, slug, visitor.post(buildPath(slug), fields));
      const wizard = requireWizard(args.request);
      const response = await resultOf(() => handleWizard(wizard, args));
      return { answer: response, opened: await resultOf(() => openWizard(wizard, args)) };
    },
  };
}
