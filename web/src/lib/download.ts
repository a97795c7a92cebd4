/** Let the browser save a file. */
export function download(content: Blob, name = content instanceof File ? content.name : ""): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
