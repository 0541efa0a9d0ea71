import type { ReactNode } from "react";
import {
  POST_PICTURE_FORMATS,
  POST_PICTURE_WIDTHS_PX,
  postPicture,
  WIDEST_POST_PICTURE,
} from "#domain/blog/post-picture.ts";
import { categoryName, type PostSummary } from "#domain/blog/post.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { formatDate } from "#values/format.ts";

/** On a phone a picture is as wide as the window without the page's margins, 16 px each. */
const PHONE_SIZES = "calc(100vw - 32px)";
const FEATURED_SIZES = `(min-width: 1024px) 733px, ${PHONE_SIZES}`;
const CARD_SIZES = `(min-width: 1024px) 400px, (min-width: 640px) 47vw, ${PHONE_SIZES}`;
/** For the picture above an article. */
export const WHOLE_SIZES = `(min-width: 1320px) 1240px, ${PHONE_SIZES}`;

/** Tags are for the search, and no card shows them. */
type ShownPost = Omit<PostSummary, "tags">;

/** The newest article, large. */
export function FeaturedPost({ post }: { post: ShownPost }) {
  return (
    <article className="featured-post card">
      <PostPicture post={post} sizes={FEATURED_SIZES} isFirst />
      <div className="featured-post__words">
        <p className="chip chip--red">{m.blog_featured()}</p>
        <h2>
          <Link className="post-link" to={paths.blogPost(post.id)}>
            {post.title}
          </Link>
        </h2>
        <p className="muted">{post.excerpt}</p>
        <PostFacts post={post} withAuthor />
      </div>
    </article>
  );
}

/** An article in a grid; the whole card links to it. */
export function PostCard({ post, level = 3 }: { post: ShownPost; level?: 2 | 3 }) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article className="post-card card">
      <PostPicture post={post} sizes={CARD_SIZES} />
      <div className="post-card__words">
        <p className="small font-semibold text-primary-text">{categoryName(post.category)}</p>
        <Heading className="text-h3">
          <Link className="post-link" to={paths.blogPost(post.id)}>
            {post.title}
          </Link>
        </Heading>
        <p className="muted">{post.excerpt}</p>
        <PostFacts post={post} />
      </div>
    </article>
  );
}

/** The date, the reading time, and whether it is published yet. */
export function PostFacts({
  post,
  withAuthor = false,
  children,
}: {
  post: ShownPost;
  withAuthor?: boolean;
  /** More facts about the date. */
  children?: ReactNode;
}) {
  return (
    <p className="post-facts small figures">
      {withAuthor && <span>{m.blog_by({ author: authorName() })}</span>}
      <time dateTime={post.date}>{formatDate(post.date, getLocale())}</time>
      {children}
      <span>{readingTime(post)}</span>
      {post.draft && <span className="chip chip--warn">{m.blog_draft()}</span>}
    </p>
  );
}

/** So far every article is signed by the team; AUTHORS (post.ts) can also have people. */
export function authorName(): string {
  return m.blog_author_editorial({ site: site.name });
}

function readingTime({ readingMinutes: minutes }: ShownPost): string {
  return minutes === 1 ? m.blog_minutes_one() : m.blog_minutes({ minutes });
}

/**
 * The picture of an article. In a list the title is beside it, so its alternative text is empty.
 */
export function PostPicture({
  post,
  sizes,
  isFirst = false,
  alt = "",
}: {
  post: ShownPost;
  sizes: string;
  /** On the first screen: loaded at once, with high priority. */
  isFirst?: boolean;
  alt?: string;
}) {
  const srcSet = (format: (typeof POST_PICTURE_FORMATS)[number]) =>
    POST_PICTURE_WIDTHS_PX.map((width) => `${postPicture(post.id, width, format)} ${width}w`).join(
      ", ",
    );
  const source = {
    avif: srcSet("avif"),
    webp: srcSet("webp"),
    src: postPicture(post.id, 640, "webp"),
    ...WIDEST_POST_PICTURE,
  };
  return (
    <Picture source={source} alt={alt} sizes={sizes} priority={isFirst} className="post-picture" />
  );
}
