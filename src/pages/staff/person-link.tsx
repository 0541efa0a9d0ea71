import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";

/** Somebody with an account, and the way to what they may do here. */
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
