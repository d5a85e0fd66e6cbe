// Each tree in a frame says how high its page is.
addEventListener("message", ({ source, data }) => {
  const frame = [...document.querySelectorAll(".live iframe")].find(({ contentWindow }) => contentWindow === source);
  if (frame && Number.isFinite(data?.height)) frame.style.height = `${data.height}px`;
});
