import { z } from "zod";
import { AUTHORS, CATEGORIES } from "./post.ts";

/** The front matter of a post's file. */
const frontMatterSchema = z
  .strictObject({
    title: z.string().min(10).max(90),
    /** Also the description for search engines. */
    excerpt: z.string().min(60).max(200),
    category: z.enum(CATEGORIES),
    author: z.enum(AUTHORS),
    /** The day on which it was first published. */
    date: z.iso.date(),
    /** The day on which its facts were last checked against their sources. */
    reviewed: z.iso.date(),
    tags: z
      .string()
      .transform((text) => text.split(",").map((tag) => tag.trim()))
      .pipe(z.array(z.string().min(2).max(40)).min(1).max(6)),
    /** A description of its picture, public/blog/{id}-….webp (post-picture.ts). */
    picture: z.string().min(10).max(200),
    draft: z.stringbool().optional().default(false),
  })
  .refine(({ date, reviewed }) => reviewed >= date, { error: "reviewed before its date" });

export type FrontMatter = z.infer<typeof frontMatterSchema>;

/**
 * Splits a post's file into the front matter (lines `name: value` between two lines of `---`) and
 * the text. @throws if a part is missing, wrong or unknown: a faulty post prevents the start
 */
export function parsePost(file: string, source: string): { front: FrontMatter; markdown: string } {
  const [, head, markdown] = /^---\n([\s\S]*?)\n---\n([\s\S]+)$/.exec(source) ?? [];
  if (head === undefined || markdown === undefined) {
    throw new Error(`${file} does not begin with front matter between two lines of ---.`);
  }
  const entries = head.split("\n").map((line) => {
    const [, name, value] = /^(\w+): (.+)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new Error(`${file}: "${line}" is no entry.`);
    return [name, value.trim()] as const;
  });
  const parsed = frontMatterSchema.safeParse(Object.fromEntries(entries));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return { front: parsed.data, markdown };
}
