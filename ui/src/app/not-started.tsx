/** The notice of public/not-started.js, rendered into a <template> of every page. */
import { Button } from '../components/button';
import { notStarted } from '../content/site/screens';

export function NotStarted() {
  return (
    <div
      role="alert"
      className="border-b border-error bg-error-tint px-5 py-4 text-error-deep sm:px-8"
    >
      <p data-title="" className="font-semibold">
        {notStarted.title}
      </p>
      <p className="mt-1 mb-3">{notStarted.text}</p>
      <Button size="small" variant="secondary" data-reload="">
        {notStarted.retry}
      </Button>
    </div>
  );
}
