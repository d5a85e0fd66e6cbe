const field = document.getElementById('find');
field.parentElement.hidden = false;
const lost = document.getElementById('lost');
if (lost) {
  lost.hidden = false;
  const name = decodeURI(location.pathname).split('/').pop() || location.pathname;
  lost.querySelector('code').textContent = name;
  field.value = name.replace(/\.html?$/, '').replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  field.focus();
}
// Parts that only a search shows.
const within = document.getElementById('within');
const show = () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of document.querySelectorAll('main li')) {
    entry.hidden = !words.every(word => entry.textContent.toLowerCase().includes(word));
  }
  for (const part of document.querySelectorAll('main section')) {
    part.hidden = [...part.querySelectorAll('li')].every(entry => entry.hidden) || part === within && words.length === 0;
  }
  const found = document.querySelector('main li:not([hidden])');
  document.getElementById('none').textContent = found ? '' : `No page about "${field.value.trim()}".`;
  return found;
};
field.addEventListener('input', show);
// A wrong address may name a page; otherwise, all pages are shown.
if (lost && !show()) {
  field.value = '';
  show();
}
