interface Fact {
  readonly label: string;
  readonly text: string | undefined;
}

/** Short facts, side by side where there is space. Labels are unique. */
export const FactList = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className="staff-view-facts">
    {facts.map(({ label, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

interface ItemsProps {
  readonly items: readonly { readonly title: string; readonly status: string | undefined }[];
}

/** The checklist items with their status; nothing without any. */
export function SupportingDocuments({ items }: ItemsProps) {
  if (items.length === 0) return null;
  return (
    <section aria-label="Supporting documents">
      <h2>Supporting documents</h2>
      <FactList facts={items.map(({ title, status }) => ({ label: title, text: status }))} />
    </section>
  );
}
