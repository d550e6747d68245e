import type { ReactNode } from 'react';
import { ArticleBody } from '../../features/articles/article-body';
import { Breadcrumb, MoreArticles, relatedTo } from '../../features/articles/article-links';
import { PageHeading } from '../../components/layout/page-heading';
import { Picture } from '../../components/pictures/picture';
import { type Article, article, textOfPost } from '../../content/articles/article';
import { type BlogPost, blogPosts, featuredPost } from '../../content/publications/blog-posts';
import { pages } from '../../content/site/pages';
import { PostCard, PostLine } from '../../features/blog/post-card';

const posts = [featuredPost, ...blogPosts];

export async function postPageOf(id: string): Promise<() => ReactNode> {
  const text = await textOfPost(id);
  const post = posts.find((each) => each.id === id);
  if (!post) throw new Error(`There is no post ${id}.`);
  return () => <PostPage post={post} text={text} />;
}

function PostPage({ post, text }: { post: BlogPost; text: Article }) {
  const related = relatedTo(post, posts, ({ category }) => category);
  return (
    <>
      <article className="mx-auto w-full max-w-3xl px-5 pt-8 pb-12 sm:px-8 sm:pt-12 sm:pb-16">
        <Breadcrumb section="blog" />
        <PageHeading eyebrow={post.category}>{post.title}</PageHeading>
        <div className="mt-5 mb-8">
          <PostLine post={post} />
        </div>
        <Picture
          src={post.image}
          alt={post.imageAlt}
          width={480}
          height={270}
          eager
          className="mb-9 aspect-video h-auto w-full rounded-lg border border-sand-deep bg-sand object-cover print:max-h-64"
        />
        <ArticleBody blocks={text.blocks} />
      </article>
      <MoreArticles
        title={article.relatedPosts}
        all={{ path: pages.blog.path, label: article.allPosts }}
      >
        {related.map((other) => (
          <li key={other.id}>
            <PostCard post={other} />
          </li>
        ))}
      </MoreArticles>
    </>
  );
}
