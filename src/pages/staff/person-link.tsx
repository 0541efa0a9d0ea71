import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";

/** A person with an account, with a link to their role. */
export function PersonLink({ id, name, email }: { id: string; name: string; email: string }) {
  return (
    <div className="min-w-0">
      <Link
        to={`${paths.staffPeople()}?${new URLSearchParams({ person: id })}`}
        className="font-bold"
      >
        {name}
      </Link>
      <span className="small muted block wrap-anywhere">{email}</span>
    </div>
  );
}
