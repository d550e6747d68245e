/** The words that open each panel. */
export function PlanText({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3 className="text-2xl sm:text-3xl">{title}</h3>
      <p className="mt-3 max-w-prose text-muted">{text}</p>
    </>
  );
}
