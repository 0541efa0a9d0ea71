import { m } from "#messages/messages.js";
import { Modal } from "#ui/modal.tsx";
import { Spinner } from "#ui/spinner.tsx";

const stays = () => {};

/** Covers the page while the inventory is searched. It ends by itself; nothing closes it. */
export function SearchingOverlay({ isOpen }: { isOpen: boolean }) {
  return (
    <Modal open={isOpen} onClose={stays} className="dialog" aria-label={m.pre_approval_searching()}>
      <div className="searching-overlay">
        <Spinner />
        <p
          className="display text-[22px]"
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
