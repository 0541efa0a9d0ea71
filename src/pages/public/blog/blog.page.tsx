import { data } from "react-router";
import type { Route } from "./+types/blog.page.ts";
import { categoryName, parseCategory } from "#domain/blog/post.ts";
import { countCategories, listPosts } from "#domain/blog/posts.server.ts";
import { m } from "#messages/messages.js";
import { NewsletterBox } from "#pages/public/newsletter/newsletter-box.tsx";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { readBlogReader } from "./blog-reader.server.ts";
import { CategoryLinks } from "./category-links.tsx";
import { FeaturedPost, PostCard } from "./post-card.tsx";
import { FeedLink, feedMeta } from "./feed-link.tsx";
import stylesheet from "../information/reading.css?url";

export const links = () => [pageStyle(stylesheet)];

/** The first post large, the rest in a grid (SPEC.md §2); `?category=` shows one category only. */
export function loader({ request, context }: Route.LoaderArgs) {
  const requested = new URL(request.url).searchParams.get("category");
  const category = requested ? parseCategory(requested) : null;
  if (requested && !category) throw data(null, { status: 404 });
  const all = listPosts(readBlogReader(context));
  const posts = category ? all.filter((post) => post.category === category) : all;
  return { category, posts, categories: countCategories(all), total: all.length };
}

export const handle = SCRIPT_ON_DEMAND;

export function meta(args: Route.MetaArgs) {
  const category = args.loaderData?.category;
  return [
    ...pageMeta(args, {
      title: category
        ? m.blog_category_title({ category: categoryName(category) })
        : m.blog_title(),
      description: m.blog_description(),
    }),
    ...feedMeta(args),
  ];
}

export default function BlogPage({ loaderData }: Route.ComponentProps) {
  const { category, posts, categories, total } = loaderData;
  const [first, ...rest] = posts;
  return (
    <div className="page-width pb-24">
      <nav className="breadcrumb" aria-label={m.blog_breadcrumb()}>
        <Link to={paths.home()}>{m.blog_home()}</Link>
        <span aria-hidden>/</span>
        {category ? (
          <>
            <Link to={paths.blog()}>{m.blog_title()}</Link>
            <span aria-hidden>/</span>
            <span aria-current="page">{categoryName(category)}</span>
          </>
        ) : (
          <span aria-current="page">{m.blog_title()}</span>
        )}
      </nav>
      <PageHead
        title={
          category ? m.blog_category_title({ category: categoryName(category) }) : m.blog_heading()
        }
        lead={m.blog_description()}
      />
      <CategoryLinks categories={categories} total={total} current={category} />
      {first ? (
        <FeaturedPost post={first} />
      ) : (
        <p className="muted mt-8">{category ? m.blog_category_empty() : m.blog_none()}</p>
      )}
      {rest.length > 0 && (
        <section aria-labelledby="more-articles">
          <h2 id="more-articles" className="sr-only">
            {m.blog_more()}
          </h2>
          <ul className="post-grid">
            {rest.map((post) => (
              <li key={post.id}>
                <PostCard post={post} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <NewsletterBox />
      <FeedLink />
    </div>
  );
}
