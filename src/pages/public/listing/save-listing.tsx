import { Heart } from "lucide-react";
import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  useContext,
  useMemo,
  useState,
} from "react";
import { useLocation } from "react-router";
import { m } from "#messages/messages.js";
import { sends } from "#pages/command/press.ts";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { useToast } from "#ui/toast.tsx";
import type { SaveCallResult, callSavedListings } from "./save-call.ts";

/** What a page knows about its viewer; `email` is null for a visitor. */
type Saver = { email: string | null; listingIds: readonly string[] };

type SavedListings = {
  isSignedIn: boolean;
  has(listingId: string): boolean;
  /** Saves or removes at once, calls the server in the background, and offers to undo. */
  toggle(listingId: string): void;
};

const Context = createContext<SavedListings>({
  isSignedIn: false,
  has: () => false,
  toggle: () => {},
});

function useSavedListings(): SavedListings {
  return useContext(Context);
}

/** Holds the person's saved listings for every heart and button of the site; rendered once. */
export function SavedListingsProvider({
  saver: { email, listingIds },
  children,
}: {
  saver: Saver;
  children: ReactNode;
}) {
  const [saved, setSaved] = useState<ReadonlySet<string>>(() => new Set(listingIds));
  const [input, setInput] = useState(listingIds);
  // Another person, or newer data from the server.
  if (input !== listingIds) {
    setInput(listingIds);
    setSaved(new Set(listingIds));
  }
  const showToast = useToast();
  const value = useMemo(() => {
    const mark = (listingId: string, isSaved: boolean) =>
      setSaved((current) => {
        const next = new Set(current);
        if (isSaved) next.add(listingId);
        else next.delete(listingId);
        return next;
      });
    const set = async (listingId: string, isSaved: boolean, withUndo: boolean) => {
      mark(listingId, isSaved);
      const result = await askServer(email, listingId, isSaved);
      if (!result.done) {
        // The call failed: show the real state again.
        mark(listingId, !isSaved);
        if (result.why !== null) showToast({ message: result.why, tone: "bad" });
        return;
      }
      showToast({
        message: isSaved ? m.saved_listing_added() : m.saved_listing_removed(),
        ...(withUndo
          ? {
              action: {
                label: m.saved_listing_undo(),
                onPress: () => void set(listingId, !isSaved, false),
              },
            }
          : {}),
      });
    };
    return {
      isSignedIn: email !== null,
      has: (listingId: string) => saved.has(listingId),
      toggle: (listingId: string) => void set(listingId, !saved.has(listingId), true),
    };
  }, [email, saved, showToast]);
  return <Context value={value}>{children}</Context>;
}

/**
 * The script of the calls is only loaded when somebody saves. If loading fails, so does the call.
 */
async function askServer(...press: Parameters<typeof callSavedListings>): Promise<SaveCallResult> {
  const [, , isSaved] = press;
  try {
    const { callSavedListings } = await import("./save-call.ts");
    return await callSavedListings(...press);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const why = isSaved ? m.saved_listing_failed() : m.saved_listing_remove_failed();
    return { done: false, why };
  }
}

/** "Save ad" and "Saved" of the listing's page. */
export function SaveButton({ listingId }: { listingId: string }) {
  const isSaved = useSavedListings().has(listingId);
  return (
    <SaveForm listingId={listingId}>
      <button
        type="submit"
        className={`${buttonClass({ variant: isSaved ? "soft" : "ghost", block: true })} save-listing`}
        data-saved={isSaved || undefined}
      >
        <Heart className="icon" aria-hidden />
        {isSaved ? m.saved_listing_saved() : m.saved_listing_save()}
      </button>
    </SaveForm>
  );
}

/** The heart on a card. */
export function SaveHeart({ listingId, car }: { listingId: string; car: string }) {
  const isSaved = useSavedListings().has(listingId);
  return (
    <SaveForm listingId={listingId}>
      <button
        type="submit"
        className="listing-card__save"
        aria-pressed={isSaved}
        aria-label={m.saved_listing_save_named({ car })}
      >
        <Heart className="icon" aria-hidden />
      </button>
    </SaveForm>
  );
}

/** The commands of saved-post.server.ts. */
export type SaveCommand = "save" | "remove";

/** A form that works without JavaScript, and leads a visitor to sign in and back. */
function SaveForm({ listingId, children }: { listingId: string; children: React.ReactNode }) {
  const { isSignedIn, has, toggle } = useSavedListings();
  const { pathname, search } = useLocation();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!isSignedIn) return;
    event.preventDefault();
    toggle(listingId);
  };
  return (
    <form method="post" action={hrefIn(paths.savedListings())} onSubmit={submit}>
      <input type="hidden" name="listingId" value={listingId} />
      <input type="hidden" {...sends<SaveCommand>(has(listingId) ? "remove" : "save")} />
      <input type="hidden" name="returnTo" value={pathname + search} />
      {children}
    </form>
  );
}
