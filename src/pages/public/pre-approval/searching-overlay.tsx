import { useNavigation } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { hrefIn, pathWithoutLocale } from "#ui/locale-href.ts";
import { Modal } from "#ui/modal.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** SPEC.md §9. */
const SEARCHING_MS = 2_000;

const stays = () => {};

/**
 * Covers the page while the inventory is searched. It closes by itself; the person cannot close it.
 */
export function SearchingOverlay() {
  const isOpen = useNavigation().location?.pathname === hrefIn(paths.preApprovalQualified());
  return (
    <Modal open={isOpen} onClose={stays} className="dialog" aria-label={m.pre_approval_searching()}>
      <div className="searching-overlay">
        <Spinner />
        <p
          className="display text-[1.375rem]"
          role="status"
          aria-live="polite"
          tabIndex={-1}
          data-first-focus
          data-focus-quiet
        >
          {isOpen && m.pre_approval_searching()}
        </p>
      </div>
    </Modal>
  );
}

/** After step 11 the search takes two seconds, while that page shows the overlay. */
export function pauseWhileSearching(from: string, to: string): Promise<void> {
  const isSearch =
    pathWithoutLocale(from) === paths.preApprovalStep("location") &&
    pathWithoutLocale(to) === paths.preApprovalQualified();
  return new Promise((resolve) => setTimeout(resolve, isSearch ? SEARCHING_MS : 0));
}
