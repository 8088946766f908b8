/** The press of a button or link that came before hydration; `listen` is the listener that records it. */
interface EarlyPress {
  target?: HTMLElement;
  readonly listen: (event: MouseEvent) => void;
}
declare global {
  interface Window {
    earlyPress?: EarlyPress;
  }
}

/**
 * Runs with the first bytes of a prerendered page. It enables the buttons once they are all there, and
 * records the last press: `replayEarlyPress` makes it again after hydration. A second press of the same link
 * goes through, in case the page's script cannot be loaded.
 */
export const earlyPressScript = [
  'const p=window.earlyPress={listen(e){const t=e.target.closest(\'button:not([popovertarget]),a[href^="/"]\');',
  'if(!t||e.ctrlKey||e.metaKey||e.shiftKey||t===p.target&&t.href)return;',
  "e.preventDefault();e.stopPropagation();if(p.target)p.target.ariaBusy=null;(p.target=t).ariaBusy='true'}};",
  "addEventListener('click',p.listen,true);",
  "document.onreadystatechange=()=>{for(const b of document.querySelectorAll('button[disabled]'))b.disabled=false}",
].join('');

/** The pressed element, or the one that replaced it when the page was rendered again. */
const currentElement = (pressed: HTMLElement) =>
  pressed.isConnected
    ? pressed
    : [...document.querySelectorAll<HTMLElement>('a,button')].find(
        ({ textContent }) => textContent === pressed.textContent,
      );

/** Ends the recording of presses, and makes the recorded one. */
export function replayEarlyPress(): void {
  const press = window.earlyPress;
  if (press === undefined) return;
  removeEventListener('click', press.listen, true);
  delete window.earlyPress;
  const element = press.target && currentElement(press.target);
  if (element === undefined) return;
  element.ariaBusy = null;
  element.click();
}
