// The button of a block with commands copies the commands: neither prompts nor what they print.
for (const block of document.querySelectorAll(".language-console")) {
  const lines = block.querySelector("code").textContent.split("\n");
  const commands = lines.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
  if (commands.length > 0) block.dataset.copy = commands.join("\n");
}
