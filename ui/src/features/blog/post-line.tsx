import { blog } from '../../content/publications/blog';
import type { BlogPost } from '../../content/publications/blog-posts';
import { longDate } from '../../lib/format';

export function PostLine({ post }: { post: BlogPost }) {
  return (
    <p className="text-[0.95rem] text-muted max-sm:text-sm">
      <span className="font-semibold text-ink">{blog.posts.by(post.author)}</span>
      <br />
      <time dateTime={post.date}>{longDate(post.date)}</time>
      <span aria-hidden="true"> · </span>
      <span className="sr-only">, </span>
      {post.readTime}
    </p>
  );
}
