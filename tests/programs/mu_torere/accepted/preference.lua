-- clause: none; in Lua: double lines, numbers from 0 in reading order, shown where a node is empty
io.stdout:setvbuf("no")
local P = {[0] = "w", "w", "w", "w", "b", "b", "b", "b", "o"} -- kewai clockwise, then the putahi
local ORDER = {[0] = 0, 1, 2, 7, 8, 3, 6, 5, 4} -- the node at each place, row by row

local function cell(place)
  local stone = P[ORDER[place]]
  return stone == "o" and tostring(place) or stone
end

local function show()
  print(cell(0) .. "═══" .. cell(1) .. "═══" .. cell(2))
  print("║ \\ ║ / ║")
  print(cell(3) .. "═══" .. cell(4) .. "═══" .. cell(5))
  print("║ / ║ \\ ║")
  print(cell(6) .. "═══" .. cell(7) .. "═══" .. cell(8))
end

local function hole()
  for n = 0, 8 do if P[n] == "o" then return n end end
end

local function legal(own, other)
  local empty = hole()
  for _, n in ipairs {5, 6, 3, 0, 1, 2, 7, 4, 8} do
    local left, right = (n + 7) % 8, (n + 1) % 8
    local enters = empty == 8 and (P[left] == other or P[right] == other)
    if P[n] == own and (n == 8 or left == empty or right == empty or enters) then return n end
  end
end

local function slide(n)
  local empty = hole()
  P[empty], P[n] = P[n], "o"
  show()
end

show()
while legal("b", "w") do
  slide(ORDER[tonumber(io.read())])
  slide(legal("w", "b"))
end
