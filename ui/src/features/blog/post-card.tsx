import { Link } from 'react-router-dom';
import { Picture } from '../../components/pictures/picture';
import { postPath } from '../../content/publications/article-titles';
import type { BlogPost } from '../../content/publications/blog-posts';
import { blog } from '../../content/publications/blog';
import { longDate } from '../../lib/format';

export function PostCard({ post }: { post: BlogPost }) {
  return (
    <article
      id={post.id}
      className="relative flex h-full flex-col overflow-hidden rounded-lg border border-sand-deep bg-white shadow-page target:border-clay max-sm:flex-row max-sm:gap-4 max-sm:p-3.5"
    >
      <Picture
        src={post.image}
        alt={post.imageAlt}
        width={480}
        height={270}
        className="aspect-video h-auto w-full border-b border-sand-deep bg-paper object-cover max-sm:aspect-square max-sm:w-22 max-sm:shrink-0 max-sm:self-start max-sm:border"
      />
      <div className="flex min-w-0 flex-1 flex-col sm:p-6">
        <p className="eyebrow text-clay">{post.category}</p>
        <h3 className="mt-1 text-lg sm:mt-2 sm:text-[1.4rem]">
          <Link to={postPath(post.id)} className="after:absolute after:inset-0 hover:underline">
            {post.title}
          </Link>
        </h3>
        <p className="mt-1.5 mb-2.5 max-sm:line-clamp-3 max-sm:text-[0.95rem] max-sm:leading-snug sm:mt-3 sm:mb-5">
          {post.excerpt}
        </p>
        <div className="mt-auto sm:border-t sm:border-sand-deep sm:pt-4">
          <PostLine post={post} />
        </div>
      </div>
    </article>
  );
}

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
