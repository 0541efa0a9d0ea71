import { data } from "react-router";
import type { Route } from "./+types/post.page.ts";
import { postPicture, WIDEST_POST_PICTURE } from "#domain/blog/post-picture.ts";
import { categoryName } from "#domain/blog/post.ts";
import { countCategories, findPost, listPosts } from "#domain/blog/posts.server.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { NewsletterBox } from "#pages/public/newsletter/newsletter-box.tsx";
import { paths } from "#site/paths.ts";
import { organizationData, site } from "#site/site.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { Logo } from "#ui/logo.tsx";
import { pageMeta, siteOrigin } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { breadcrumbData } from "#ui/structured-data.ts";
import { formatDate } from "#values/format.ts";
import { languageTag } from "#values/locale.ts";
import { ArticleHtml } from "./article-html.tsx";
import { readBlogReader } from "./blog-reader.server.ts";
import { CategoryLinks } from "./category-links.tsx";
import { feedMeta } from "./feed-link.tsx";
import { authorName, PostCard, PostFacts, PostPicture, WHOLE_SIZES } from "./post-card.tsx";
import { ShareLinks } from "./share-links.tsx";
import stylesheet from "../information/reading.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader({ params, context }: Route.LoaderArgs) {
  const reader = readBlogReader(context);
  const found = findPost(params.id, reader);
  if (!found) throw data(null, { status: 404 });
  const all = listPosts(reader);
  return {
    ...found,
    related: found.related.map(({ tags: _tags, ...shown }) => shown),
    categories: countCategories(all),
    total: all.length,
  };
}

export const handle = SCRIPT_ON_DEMAND;

export function meta(args: Route.MetaArgs) {
  const { loaderData } = args;
  if (!loaderData) return [];
  const { post, isPreview } = loaderData;
  const origin = siteOrigin(args);
  const address = (path: string) => `${origin}${hrefIn(path)}`;
  const url = address(paths.blogPost(post.id));
  const picture = postPicture(post.id, WIDEST_POST_PICTURE.widthPx, "webp");
  return [
    ...pageMeta(args, {
      title: post.title,
      description: post.excerpt,
      isPrivate: isPreview,
      kind: "article",
      picture: { path: picture, alt: post.picture, ...WIDEST_POST_PICTURE },
      structuredData: {
        "@context": "https://schema.org",
        "@graph": [
          {
            "@type": "BlogPosting",
            headline: post.title,
            description: post.excerpt,
            image: `${origin}${picture}`,
            datePublished: post.date,
            dateModified: post.reviewed,
            articleSection: categoryName(post.category),
            keywords: post.tags.join(", "),
            inLanguage: languageTag[getLocale()],
            mainEntityOfPage: url,
            author: { "@type": "Organization", name: authorName(), url: address(paths.about()) },
            publisher: organizationData(),
          },
          breadcrumbData([
            { name: m.blog_home(), url: address(paths.home()) },
            { name: m.blog_title(), url: address(paths.blog()) },
            { name: post.title, url },
          ]),
        ],
      },
    }),
    ...feedMeta(args),
  ];
}

export default function PostPage({ loaderData, matches }: Route.ComponentProps) {
  const { post, isPreview, related, categories, total } = loaderData;
  const url = `${siteOrigin({ matches })}${hrefIn(paths.blogPost(post.id))}`;
  return (
    <div className="page-width article-page pb-24">
      <nav className="breadcrumb" aria-label={m.blog_breadcrumb()}>
        <Link to={paths.home()}>{m.blog_home()}</Link>
        <span aria-hidden>/</span>
        <Link to={paths.blog()}>{m.blog_title()}</Link>
        <span aria-hidden>/</span>
        <Link to={paths.blogCategory(post.category)}>{categoryName(post.category)}</Link>
        <span aria-hidden>/</span>
        <span aria-current="page">{post.title}</span>
      </nav>
      {isPreview && <p className="notice notice--warn mb-6">{m.blog_preview_note()}</p>}
      <article>
        <header className="article-head">
          <h1>{post.title}</h1>
          <p className="article-head__lead">{post.excerpt}</p>
          <PostFacts post={post} withAuthor>
            <time dateTime={post.reviewed}>
              {m.blog_reviewed({ date: formatDate(post.reviewed, getLocale()) })}
            </time>
          </PostFacts>
        </header>
        <PostPicture post={post} alt={post.picture} sizes={WHOLE_SIZES} isFirst />
        <div className="article-columns">
          <aside className="article-side">
            <nav aria-labelledby="contents" className="article-contents">
              <h2 id="contents">{m.blog_contents()}</h2>
              <ol>
                {post.headings.map(({ id, text }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{text}</a>
                  </li>
                ))}
              </ol>
            </nav>
            <ShareLinks title={post.title} url={url} />
          </aside>
          <div>
            <div className="prose article">
              <ArticleHtml html={post.html} />
            </div>
            <div className="article-tags">
              <h2>{m.blog_tags()}</h2>
              <ul>
                {post.tags.map((tag) => (
                  <li key={tag} className="chip">
                    {tag}
                  </li>
                ))}
              </ul>
            </div>
            <AuthorBox />
          </div>
        </div>
      </article>
      <section className="mt-16 print:hidden" aria-labelledby="related">
        <h2 id="related">{m.blog_related()}</h2>
        <ul className="post-grid">
          {related.map((each) => (
            <li key={each.id}>
              <PostCard post={each} />
            </li>
          ))}
        </ul>
      </section>
      <NewsletterBox />
      <section className="mt-12 print:hidden" aria-labelledby="categories">
        <h2 id="categories" className="mb-4 text-h3">
          {m.blog_categories()}
        </h2>
        <CategoryLinks categories={categories} total={total} current={post.category} />
      </section>
    </div>
  );
}

function AuthorBox() {
  return (
    <section className="author-box card" aria-labelledby="author">
      <Logo />
      <div>
        <h2 id="author">
          <span className="sr-only">{m.blog_author_label()}: </span>
          {authorName()}
        </h2>
        <p className="muted mt-2">{m.blog_author_editorial_about({ email: site.email })}</p>
      </div>
    </section>
  );
}
