import { type Category, categoryName } from "#domain/blog/post.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";

/** Every category with the number of its articles. */
export function CategoryLinks({
  categories,
  total,
  current,
}: {
  categories: readonly { category: Category; count: number }[];
  total: number;
  current: Category | null;
}) {
  const links = [
    { to: paths.blog(), name: m.blog_all(), count: total, isCurrent: current === null },
    ...categories.map(({ category, count }) => ({
      to: paths.blogCategory(category),
      name: categoryName(category),
      count,
      isCurrent: current === category,
    })),
  ];
  return (
    <nav aria-label={m.blog_categories()}>
      <ul className="flex flex-wrap gap-2">
        {links.map(({ to, name, count, isCurrent }) => (
          <li key={to}>
            <Link
              to={to}
              className={isCurrent ? "post-category post-category--current" : "post-category"}
              aria-current={isCurrent ? "page" : undefined}
            >
              {m.blog_category_count({ name, count })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
