// The sounds of the console, made with oscillators. A touch makes none.

const NOTES = { A3: 220, C4: 261.6, G4: 392, E4: 329.6, E5: 659.3, G5: 784 };
const CUES = {
  stop: { notes: ["G4", "E4", "G4"], seconds: 0.25, shape: "square", gain: 0.16 },
  repaired: { notes: ["E5", "G5"], seconds: 0.12, shape: "sine", gain: 0.3 },
  refused: { notes: ["A3", "A3"], seconds: 0.09, shape: "triangle", gain: 0.35 },
  lost: { notes: ["C4"], seconds: 0.5, shape: "sine", gain: 0.3 },
};
const EVERY_MS = { stop: 4000, lost: 8000 };

let audio = null;
let repeating = null;
let timer = 0;
export let volume = Number(localStorage.getItem("volume") ?? 0.7);

export function setVolume(wanted) {
  volume = wanted;
  localStorage.setItem("volume", wanted);
}

// A browser plays nothing before the page was touched once.
addEventListener("pointerdown", () => { audio = audio || new AudioContext(); audio.resume(); }, { passive: true });

export function play(name) {
  if (!audio || audio.state !== "running" || !volume) return;
  const cue = CUES[name];
  cue.notes.forEach((note, index) => {
    const [tone, gain, soft] = [audio.createOscillator(), audio.createGain(), audio.createBiquadFilter()];
    const at = audio.currentTime + index * cue.seconds * 1.08;
    tone.type = cue.shape;
    tone.frequency.value = NOTES[note];
    soft.frequency.value = 1800;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(cue.gain * volume, at + 0.015);
    gain.gain.setValueAtTime(cue.gain * volume, at + cue.seconds - 0.03);
    gain.gain.linearRampToValueAtTime(0, at + cue.seconds);
    tone.connect(soft).connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + cue.seconds);
  });
}

/** Plays a cue again and again; null stops it. Nothing happens where it is the one already playing. */
export function repeat(name) {
  if (name === repeating) return;
  clearInterval(timer);
  repeating = name;
  if (!name) return;
  play(name);
  timer = setInterval(() => play(name), EVERY_MS[name]);
}
