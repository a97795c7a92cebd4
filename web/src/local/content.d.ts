// What Python writes into build/content when the page is built.
declare module "content/*" {
  const content: unknown;
  export default content;
}
