/** A post in the grid. All of the card leads to the post. */
import { Link } from 'react-router-dom';
import { Picture } from '../../components/picture';
import { postPath } from '../../content/article-titles';
import type { BlogPost } from '../../content/blog-posts';
import { PostLine } from './post-line';

export function PostCard({ post }: { post: BlogPost }) {
  return (
    <article
      id={post.id}
      className="relative flex h-full flex-col overflow-hidden rounded-lg border border-sand-deep bg-white shadow-page target:border-clay"
    >
      <Picture
        src={post.image}
        alt={post.imageAlt}
        width={480}
        height={270}
        className="aspect-video h-auto w-full border-b border-sand-deep bg-paper object-cover"
      />
      <div className="flex flex-1 flex-col p-5 sm:p-6">
        <p className="eyebrow text-clay">{post.category}</p>
        <h3 className="mt-2 text-[1.4rem]">
          <Link to={postPath(post.id)} className="after:absolute after:inset-0 hover:underline">
            {post.title}
          </Link>
        </h3>
        <p className="mt-3 mb-5">{post.excerpt}</p>
        <div className="mt-auto border-t border-sand-deep pt-4">
          <PostLine post={post} />
        </div>
      </div>
    </article>
  );
}
