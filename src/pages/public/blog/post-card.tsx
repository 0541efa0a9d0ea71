import { categoryName, type PostSummary } from "#domain/blog/post.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { Link } from "#ui/link.tsx";
import { formatDate } from "#values/format.ts";

/** The newest article, large. */
export function FeaturedPost({ post }: { post: PostSummary }) {
  return (
    <article className="featured-post card">
      <PostPicture post={post} sizes="(min-width: 1024px) 720px, 100vw" isFirst />
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

/** An article in a grid; the whole card is its link. */
export function PostCard({ post, level = 3 }: { post: PostSummary; level?: 2 | 3 }) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article className="post-card card">
      <PostPicture post={post} sizes="(min-width: 1024px) 390px, (min-width: 640px) 50vw, 100vw" />
      <div className="post-card__words">
        <p className="small font-semibold text-[var(--primary-text)]">
          {categoryName(post.category)}
        </p>
        <Heading className="text-[length:var(--fs-h3)]">
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

/** When it was written, how long it takes, and whether it is out yet. */
export function PostFacts({
  post,
  withAuthor = false,
}: {
  post: PostSummary;
  withAuthor?: boolean;
}) {
  return (
    <p className="post-facts small figures">
      {withAuthor && <span>{m.blog_by({ author: authorName() })}</span>}
      <time dateTime={post.date}>{formatDate(post.date, getLocale())}</time>
      <span>{readingTime(post)}</span>
      {post.draft && <span className="chip chip--warn">{m.blog_draft()}</span>}
    </p>
  );
}

/** Every article is signed by the team so far; AUTHORS (post.ts) has room for people. */
export function authorName(): string {
  return m.blog_author_editorial({ site: site.name });
}

function readingTime({ readingMinutes: minutes }: PostSummary): string {
  return minutes === 1 ? m.blog_minutes_one() : m.blog_minutes({ minutes });
}

/** Where a post's picture lies; tools/draw-blog-pictures.mjs draws both widths. */
export function postPicture(id: string, width: 640 | 1200): string {
  return `/blog/${id}-${width}.webp`;
}

/** The picture of an article; in a list its words stand beside it, so it is silent there. */
export function PostPicture({
  post,
  sizes,
  isFirst = false,
  alt = "",
}: {
  post: PostSummary;
  sizes: string;
  /** On the first screen: loaded at once and before others. */
  isFirst?: boolean;
  alt?: string;
}) {
  return (
    <img
      className="post-picture"
      src={postPicture(post.id, 640)}
      srcSet={`${postPicture(post.id, 640)} 640w, ${postPicture(post.id, 1200)} 1200w`}
      sizes={sizes}
      width={1200}
      height={675}
      alt={alt}
      loading={isFirst ? "eager" : "lazy"}
      decoding={isFirst ? "sync" : "async"}
      fetchPriority={isFirst ? "high" : "auto"}
    />
  );
}
